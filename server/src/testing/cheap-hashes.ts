import argon2, { type Options } from '@node-rs/argon2'

const { hash } = argon2
const DIVISOR = 1200

/**
 * Passwords of tests are hashed with a fraction of the memory: thousands of hashes would take 25 ms of a processor each.
 * Hashes that differ in their parameters still do.
 */
Object.assign(argon2, {
  hash: (password: string, options: Options = {}) =>
    hash(password, { ...options, memoryCost: Math.max(8, Math.round((options.memoryCost ?? 0) / DIVISOR)) }),
})
