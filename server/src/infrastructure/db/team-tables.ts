import type { TeamPermission } from '@holdall/api'
import type { Millis } from '../clock.ts'

/** Users who see a team folder, without its owner. */
export interface TeamMembersTable {
  space_id: string
  user_id: string
  permission: TeamPermission
  created_at: Millis
}

export interface TeamInvitationsTable {
  id: string
  /** Null once the team folder is gone. */
  space_id: string | null
  /** Lower case. */
  email: string
  permission: TeamPermission
  color: string
  inviter_id: string
  status: 'pending' | 'accepted' | 'declined' | 'withdrawn'
  expires_at: Millis
  created_at: Millis
  updated_at: Millis
}
