import { directionOf } from '@holdall/api'
import { escapeHtml } from '../messages/escape-html.ts'
import { type Text, textIn } from '../messages/text-in.ts'
import { accentColors } from './accent-colors.ts'
import type { Mail } from './mail.ts'

/** How an installation appears in its mails. */
export interface Branding {
  /** `app.name`. */
  readonly name: string
  /** `app.accent`, `#rrggbb`; null is Holdall's own. */
  readonly accent: string | null
}

const HOLDALL_ACCENT = '#00bc7e'
const FONT = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Shown by mail programs beside the subject, in characters. */
const MAX_PREHEADER_LENGTH = 140

/**
 * The HTML part of a mail: its text in a table of 600 pixels, with a button in place of the paragraph that is the link of its
 * action. Everything is escaped; nothing is fetched from anywhere. Styles are inline, because some mail programs remove the
 * others; what `<style>` adds is the dark theme.
 */
export function mailHtml(mail: Mail, locale: string, { name, accent }: Branding, publicUrl: string): string {
  const { solid, onDark } = accentColors(accent ?? HOLDALL_ACCENT)
  const text = textIn(locale)
  const paragraphs = mail.text.split(/\n{2,}/).map((paragraph) => paragraph.trim())
  const rows = paragraphs
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) =>
      mail.action && paragraph === mail.action.link
        ? button(mail.action, solid, text)
        : `<p class="text" style="margin:0 0 16px">${withLines(paragraph)}</p>`,
    )
  const dir = directionOf(locale)
  return `<!doctype html>
<html lang="${escapeHtml(locale)}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no">
<title>${escapeHtml(mail.subject)}</title>
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0c100f!important}
.card{background:#131817!important;border-color:#222a27!important}
.text{color:#edf1ef!important}
.faint,.faint a{color:#929b97!important}
.name{color:${onDark}!important}
}
@media (max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}}
</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f6f5;-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;opacity:0">${escapeHtml(preheaderOf(paragraphs, mail))}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f4f6f5"><tr><td align="center" style="padding:24px 12px 40px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;font-family:${FONT};font-size:15px;line-height:24px" dir="${dir}">
<tr><td class="pad name" style="padding:8px 40px 20px;font-size:20px;line-height:28px;font-weight:600;letter-spacing:-0.02em;color:${solid}">${escapeHtml(name)}</td></tr>
<tr><td class="pad card" style="padding:36px 40px 20px;background:#ffffff;border:1px solid #e4e8e6;border-radius:14px;color:#171c1a" align="${dir === 'rtl' ? 'right' : 'left'}">
${rows.join('\n')}
</td></tr>
<tr><td class="pad faint" style="padding:20px 40px 0;font-size:12px;line-height:18px;color:#5c6662">${text('mail.footer', { app: escapeHtml(name), host: `<bdi>${escapeHtml(new URL(publicUrl).host)}</bdi>` })}</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The address is below the button too, for programs that show none, and so that people see where it leads. */
const button = ({ label, link }: NonNullable<Mail['action']>, solid: string, text: Text) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td bgcolor="${solid}" style="background:${solid};border-radius:10px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:12px 24px;font-size:15px;line-height:24px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a></td></tr></table>
<p class="faint" style="margin:0 0 20px;font-size:12px;line-height:18px;color:#5c6662">${escapeHtml(text('mail.address'))}<br><a href="${escapeHtml(link)}" dir="ltr" style="color:#5c6662;word-break:break-all">${escapeHtml(link)}</a></p>`

const withLines = (paragraph: string) => escapeHtml(paragraph).replaceAll('\n', '<br>')

/** The first sentence that is not the greeting. */
function preheaderOf(paragraphs: readonly string[], { action }: Mail): string {
  const [first = '', second] = paragraphs.filter((paragraph) => paragraph !== '' && paragraph !== action?.link)
  return (second ?? first).replaceAll('\n', ' ').slice(0, MAX_PREHEADER_LENGTH)
}
