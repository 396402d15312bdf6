// jsdom has no PointerEvent; the menus make one when a key presses an entry.
Object.assign(globalThis, { PointerEvent: MouseEvent })
