"""Says in plain sentences whether this machine is ready for an evening, and how to mend what is not."""
