import type { Millis } from './db/schema.ts'

/** The only way to learn the time, so that tests can travel. */
export interface Clock {
  now(): Millis
}

export const systemClock: Clock = { now: () => Date.now() }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
