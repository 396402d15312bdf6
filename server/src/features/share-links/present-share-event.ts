import type { ShareEvent } from '@holdall/api'
import type { ShareEventRow } from './share-log.store.ts'

export const presentShareEvent = ({ id, kind, name, address, created_at: at }: ShareEventRow): ShareEvent => ({
  id,
  type: 'share-event',
  attributes: { kind, name, address, created_at: new Date(at).toISOString() },
})
