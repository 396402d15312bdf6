/** One chunk: most of it is needed by both. */
export { NotificationFeed } from './notification-feed.tsx'
export { OpenNotificationCentre } from './open-notification-centre.tsx'
