import type { Entry } from '@holdall/api'
import { EntryIcon } from '@holdall/file-browser'
import { smallPicture } from '../reading/picture-address.ts'
import { Film } from './layer-styles.ts'

/** Files that are shown before and after the current one. */
const NEIGHBOURS = 8

interface FilmStripProps {
  readonly files: readonly Entry[]
  readonly index: number
  readonly onShow: (id: string) => void
}

/** The files around the shown one. For the mouse; keys and screen readers step by the buttons. */
export function FilmStrip({ files, index, onShow }: FilmStripProps) {
  const first = Math.max(0, index - NEIGHBOURS)
  return (
    <Film aria-hidden>
      {files.slice(first, index + NEIGHBOURS + 1).map((entry) => {
        const picture = smallPicture(entry.attributes)
        return (
          <button
            key={entry.id}
            type="button"
            tabIndex={-1}
            title={entry.attributes.name}
            {...(entry === files[index] && { 'aria-current': true })}
            onClick={() => {
              onShow(entry.id)
            }}
          >
            {picture ? <img src={picture} alt="" /> : <EntryIcon entry={entry} size={28} />}
          </button>
        )
      })}
    </Film>
  )
}
