/** Loads the tray's code: for the corner that shows it, and with the engine, before the connection can be lost. */
export const loadTray = () => import('./upload-tray.tsx')
