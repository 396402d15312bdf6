import * as z from 'zod/mini'
import { boolean, nullable, text } from './setting-types.ts'

/** One line; null is the text of the product. */
const line = (variable: string, maxLength: number) => ({
  schema: z.nullable(z.string().check(z.minLength(1), z.maxLength(maxLength), z.regex(/^[^\p{Cc}]*$/u))),
  initial: null as string | null,
  operator: {
    variable: `HOLDALL_HOMEPAGE_${variable}`,
    type: nullable(text(`1 to ${maxLength} characters in one line`)),
  },
})
const shown = (variable: string) => ({
  schema: z.boolean(),
  initial: true as boolean,
  operator: { variable: `HOLDALL_HOMEPAGE_${variable}`, type: boolean },
})

const TITLE = 120
const DESCRIPTION = 400

/** Which parts the homepage has, and their texts. */
export const homepageSettings = {
  'homepage.header_title': line('HEADER_TITLE', TITLE),
  'homepage.header_description': line('HEADER_DESCRIPTION', DESCRIPTION),
  'homepage.features': shown('FEATURES'),
  'homepage.features_title': line('FEATURES_TITLE', TITLE),
  'homepage.features_description': line('FEATURES_DESCRIPTION', DESCRIPTION),
  'homepage.boxes': shown('BOXES'),
  'homepage.box1_title': line('BOX1_TITLE', TITLE),
  'homepage.box1_description': line('BOX1_DESCRIPTION', DESCRIPTION),
  'homepage.box2_title': line('BOX2_TITLE', TITLE),
  'homepage.box2_description': line('BOX2_DESCRIPTION', DESCRIPTION),
  'homepage.box3_title': line('BOX3_TITLE', TITLE),
  'homepage.box3_description': line('BOX3_DESCRIPTION', DESCRIPTION),
  'homepage.get_started': shown('GET_STARTED'),
  'homepage.get_started_title': line('GET_STARTED_TITLE', TITLE),
  'homepage.get_started_description': line('GET_STARTED_DESCRIPTION', DESCRIPTION),
  'homepage.footer': line('FOOTER', DESCRIPTION),
} as const
