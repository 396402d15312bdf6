/** The tray's code, loaded by the corner that shows it, and with the engine, before the connection is lost. */
export const loadTray = () => import('./upload-tray.tsx')
