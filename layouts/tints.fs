// As Kivy's own, but where corners bring their tints, a picture is as opaque as its texture is light.
$HEADER$
uniform vec4 color;
void main (void) {
  vec4 picture = texture2D(texture0, tex_coord0);
  gl_FragColor = frag_color * (color.r < 0.0 ? picture.aaar : picture);
}
