import type { Settings } from '../../infrastructure/settings/settings.ts'

/** How many people an account may have in its team folders. Null: any number, as without fixed subscriptions. */
export async function readMemberLimit(settings: Settings): Promise<number | null> {
  const { 'subscription.type': type, 'teams.max_members': limit } = await settings.all()
  return type === 'fixed' ? limit : null
}
