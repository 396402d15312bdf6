export const sessionCookie = 'holdall_session'

/** Whether cookies are sent over https only. */
export const isSecure = (publicUrl: string | null): boolean => publicUrl?.startsWith('https:') ?? false
