"""What is plain in a wrong submission before values are compared: where it stopped, what is not as asked."""
