export interface Mail {
  readonly to: string
  readonly subject: string
  /** Paragraphs with empty lines between them. The HTML part is made of it. */
  readonly text: string
  /** Of the text; default: en-US. */
  readonly locale?: string
  /** The paragraph of the text that is only this link is a button in the HTML part. */
  readonly action?: { readonly label: string; readonly link: string }
  /** Address at which people stop mails of this kind, for those that they did not cause themselves. */
  readonly unsubscribeUrl?: string
}
