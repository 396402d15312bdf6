/** Marks what toggles the notification centre, so that a press on it is no press outside. */
export const BELL = { 'data-notifications-bell': '' } as const
export const BELL_SELECTOR = '[data-notifications-bell]'
