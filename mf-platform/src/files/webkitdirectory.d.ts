import 'react'

declare module 'react' {
  interface InputHTMLAttributes<T> {
    /** Picks a folder with everything in it; every browser on a desk has it. */
    webkitdirectory?: T extends HTMLInputElement ? string : never
  }
}
