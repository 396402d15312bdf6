/** All Lucide icons; only those that are imported are bundled. Render them with `Icon`. */
export * from 'lucide-react'
