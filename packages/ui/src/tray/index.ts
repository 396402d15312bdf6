export { TrayAnnouncement } from './tray-announcement.tsx'
export * from './tray-styles.ts'
