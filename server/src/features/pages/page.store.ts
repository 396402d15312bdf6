import type { Selectable } from 'kysely'
import type { PagesTable } from '../../infrastructure/db/page-tables.ts'
import type { Db } from '../../infrastructure/db/transact.ts'

type PageRow = Selectable<PagesTable>

export const findPage = (db: Db, slug: string): Promise<PageRow | undefined> =>
  db.selectFrom('pages').selectAll().where('slug', '=', slug).executeTakeFirst()

/** Without the content, which may be long. */
export const titlesOfPages = (db: Db): Promise<Pick<PageRow, 'slug' | 'title' | 'is_visible'>[]> =>
  db.selectFrom('pages').select(['slug', 'title', 'is_visible']).execute()
