"""What is known of the battles of a Round: Units, names, rulings, set-up and state."""
