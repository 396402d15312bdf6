/** Every icon of the set by name; the bundler keeps those that are used. Draw them with `Icon`. */
export * from 'lucide-react'
