export { TrayAnnouncement } from './tray-announcement.tsx'
export { TrayHead } from './tray-head.tsx'
export * from './tray-styles.ts'
