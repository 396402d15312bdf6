import * as z from '@holdall/schema'

/** Texts of a part of the homepage; null is the text of the product, in the language of the reader. */
const Texts = z.object({ title: z.nullable(z.string()), description: z.nullable(z.string()) })

/** What the operator has decided about the homepage. A part that is null is not shown. */
export const Homepage = z.object({
  header: Texts,
  features: z.nullable(Texts),
  /** Three. */
  boxes: z.nullable(z.array(Texts)),
  getStarted: z.nullable(Texts),
  footer: z.nullable(z.string()),
})
export type Homepage = z.infer<typeof Homepage>
