import type { Config } from '../config/config.ts'

export const sessionCookie = 'holdall_session'

export const isSecure = (config: Config): boolean => config.publicUrl?.startsWith('https:') ?? false
