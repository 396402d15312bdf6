/** The tray's code, for who shows it and for who wants it there before the connection is lost. */
export const loadTray = () => import('./tray/upload-tray.tsx')
