export * from './contract.ts'
export * from './hooks.ts'
export * from './host.ts'
export * from './router.ts'
