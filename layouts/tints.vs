// As Kivy's own, but where the colour is one that no drawing has, each corner brings its tint.
$HEADER$
attribute vec4 vTint;
void main (void) {
  frag_color = (color.r < 0.0 ? vTint : color) * vec4(1.0, 1.0, 1.0, opacity);
  tex_coord0 = vTexCoords0;
  gl_Position = projection_mat * modelview_mat * vec4(vPosition.xy, 0.0, 1.0);
}
