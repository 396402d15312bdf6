import type { Millis } from '../clock.ts'

/** What the operator has changed of a page. A page without a row has the texts of the product and is visible. */
export interface PagesTable {
  slug: string
  /** Null: the title of the product, in the language of the reader. */
  title: string | null
  /** Markdown; null: the text of the product, in the language of the reader. */
  content: string | null
  is_visible: 0 | 1
  updated_at: Millis
}
