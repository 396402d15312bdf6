import { type DataExport, dataExportContent } from '@holdall/api'
import type { DataExportRow } from './data-export.store.ts'

const instant = (millis: number | null | undefined) => (millis == null ? null : new Date(millis).toISOString())

export function presentDataExport(userId: string, row: DataExportRow | undefined, nowMs: number): DataExport {
  const isOver = row?.status === 'ready' && row.expires_at !== null && row.expires_at <= nowMs
  const status = isOver ? 'expired' : (row?.status ?? 'none')
  const ready = status === 'ready' ? row : undefined
  return {
    id: userId,
    type: 'data-export',
    attributes: {
      status,
      reason: row?.reason ?? null,
      progress:
        row && status === 'working' ? { processed: Math.min(row.processed, row.total), total: row.total } : null,
      filesize: ready?.size ?? null,
      url: ready ? dataExportContent.path : null,
      missing: ready?.missing ?? null,
      created_at: instant(row?.created_at),
      finished_at: instant(row?.finished_at),
      expires_at: instant(row?.expires_at),
    },
  }
}
