export * from './guard.ts'
export * from './known-sections.ts'
export { matchRoute } from './match-route.ts'
export { safeRedirect, signInFor } from './redirect.ts'
