"""Instruments that judge any face of the companion from outside.

They look at pixels, and at the widgets' public properties (place, size, text, opacity, disabled), so that they outlive
a rebuilt screen; what they must know of its pages stands in `face.py` alone.

- `pictures`: every picture of real games, looked over by the checks of `checks`.
- `taps`: how many taps things take for a finger that may tap only what is in sight.
- `stale`: whether a screen that is kept equals one that is freshly built.
- `knob`: an evening by knob, roll, next and undo alone.
"""
