"""Vendors and files behind the ports; nothing above knows which one answers."""
