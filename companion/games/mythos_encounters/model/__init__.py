"""What is known of a combat: forces, cards, rulings, set-up and state."""
