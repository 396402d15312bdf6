import type { Db, Trx } from '../db/transact.ts'

/** When scheduled jobs are due next, by the name of the job. */
export async function nextRuns(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db.selectFrom('job_schedules').selectAll().execute()
  return new Map(rows.map((row) => [row.name, row.next_at]))
}

/** Advances a schedule; false when another process has advanced it in the meantime. */
export async function advanceSchedule(
  trx: Trx,
  name: string,
  from: number | undefined,
  nextAt: number,
): Promise<boolean> {
  if (from === undefined) {
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('job_schedules')
      .values({ name, next_at: nextAt })
      .onConflict((c) => c.doNothing())
      .executeTakeFirst()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await trx
    .updateTable('job_schedules')
    .set({ next_at: nextAt })
    .where('name', '=', name)
    .where('next_at', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface JobProgress {
  readonly done: number
  readonly total: number
}

export async function saveProgress(db: Db, jobId: string, progress: JobProgress, now: number): Promise<void> {
  const values = { ...progress, updated_at: now }
  await db
    .insertInto('job_progress')
    .values({ job_id: jobId, ...values })
    .onConflict((c) => c.column('job_id').doUpdateSet(values))
    .execute()
}

export async function deleteProgress(db: Db, jobId: string): Promise<void> {
  await db.deleteFrom('job_progress').where('job_id', '=', jobId).execute()
}

/** For jobs that were cancelled or whose process was killed. */
export async function deleteOldProgress(db: Db, before: number): Promise<void> {
  await db.deleteFrom('job_progress').where('updated_at', '<', before).execute()
}

export async function allProgress(db: Db): Promise<ReadonlyMap<string, JobProgress>> {
  const rows = await db.selectFrom('job_progress').selectAll().execute()
  return new Map(rows.map(({ job_id, done, total }) => [job_id, { done, total }]))
}
