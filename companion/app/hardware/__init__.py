"""The dice tower and the buttons as the screens see them: everything here runs in Kivy's thread.

table_tower     the tower: is it there, the rolls asked of it, and the words for them
tower_panel     shows a roll that the tower is at
station         starts and stops what the settings name, and brings events over from the hardware's threads
button_hand     what a press of a button does to the page in front, and the ring around the choice that `next` takes
page            the page of all this; each of its leaves is a module
"""
