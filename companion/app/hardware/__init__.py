"""The dice tower and the buttons as the screens see them: everything here runs in Kivy's thread.

tower_adapter   the tower: its connection, the rolls asked of it, and the words for them
tower_panel     shows a roll that the tower is at
device_hub      starts and stops what the settings name, and brings events over from the hardware's threads
button_actions  what a press of a button does to the page in front, and the focus ring that `next` moves
page            the page of all this; each of its tabs is a module
"""
