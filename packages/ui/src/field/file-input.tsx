import type { Ref } from 'react'

export interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly accept: string
  readonly label: string
  readonly onFile: (file: File) => void
}

/** The hidden field behind a button that chooses a file: `ref.current.click()` opens the dialog. */
export const FileInput = ({ ref, accept, label, onFile }: FileInputProps) => (
  <input
    ref={ref}
    type="file"
    accept={accept}
    hidden
    aria-label={label}
    onChange={({ currentTarget }) => {
      const [file] = currentTarget.files ?? []
      if (file) onFile(file)
      // So that the same file can be chosen again.
      currentTarget.value = ''
    }}
  />
)
