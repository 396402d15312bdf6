/** Marks elements that toggle the notification centre: pressing them is no press outside of it. */
export const BELL = { 'data-notifications-bell': '' } as const
export const BELL_SELECTOR = '[data-notifications-bell]'
