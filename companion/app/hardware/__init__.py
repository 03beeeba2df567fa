"""The dice tower and the buttons as the screens see them: everything here runs in Kivy's thread.

tower_line      the tower: is it there, and the rolls asked of it
station         starts and stops what the settings name, and brings events over from the hardware's threads
button_hand     what a press of a button does to the page in front
focus           the choice that `next` would take
"""
