import 'react'

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Picks a folder with everything in it; all desktop browsers support it. */
    webkitdirectory?: T extends HTMLInputElement ? string : never
  }
}
