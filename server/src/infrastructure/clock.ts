/** Milliseconds since 1970, UTC. Both engines sort and compare it alike. */
export type Millis = number

/** The only source of the time, so that tests can set it. */
export interface Clock {
  now(): Millis
}

export const systemClock: Clock = { now: () => Date.now() }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour
