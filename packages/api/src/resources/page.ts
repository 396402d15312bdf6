import * as z from '@holdall/schema'

/** A piece of a line: text in one style. A line end in it is a line break. */
export const PageSpan = z.object({
  text: z.string(),
  style: z.optional(z.array(z.enum(['bold', 'italic', 'struck', 'code']))),
  /** `http:`, `https:`, `mailto:` or a path of this installation. */
  href: z.optional(z.string()),
})
export type PageSpan = z.infer<typeof PageSpan>

const Line = z.array(PageSpan)

/** A part of a page, as the server makes it of Markdown. There is no HTML in it, and no image. */
export const PageBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.int(), line: Line }),
  z.object({ kind: z.literal('paragraph'), line: Line }),
  /** A list inside of another one is the next block, with a higher level. `start` is null where it is not numbered. */
  z.object({ kind: z.literal('list'), level: z.int(), start: z.nullable(z.int()), items: z.array(Line) }),
  z.object({ kind: z.literal('quote'), line: Line }),
  z.object({ kind: z.literal('code'), text: z.string() }),
  z.object({ kind: z.literal('table'), head: z.array(Line), rows: z.array(z.array(Line)) }),
  z.object({ kind: z.literal('rule') }),
])
export type PageBlock = z.infer<typeof PageBlock>

/** A page of the operator that visitors can read. */
export const Page = z.object({
  id: z.string(),
  type: z.literal('page'),
  attributes: z.object({
    slug: z.string(),
    title: z.string(),
    content_formatted: z.array(PageBlock),
  }),
})
export type Page = z.infer<typeof Page>
