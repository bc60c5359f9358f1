/** Files to fill in: the columns of each format, with two rows that show how their cells are written. */
import { saveFile } from '#lib/save-file.ts'

export type TemplateName = 'figures' | 'posts' | 'profiles'

const FIGURES = `username,date,followers,following,posts,engagement_rate
marasea,2026-11-19,204912,412,518,3.4
marasea,2026-11-20,205004,412,518,3.4
`
const POSTS = `username,post_id,posted_at,type,likes,comments,views,caption,url,read_at
marasea,DNQuxufAih9,2026-11-18T18:30:00Z,reel,1204,38,20110,First light,https://www.instagram.com/p/DNQuxufAih9/,2026-11-19T06:00:00Z
marasea,DNQuxufAih0,2026-11-17T09:00:00Z,image,310,12,,,,
`
const PROFILES = `[
  {
    "username": "marasea",
    "followersCount": 205004,
    "followsCount": 412,
    "postsCount": 518,
    "scrapedAt": "2026-11-20T09:30:00Z",
    "latestPosts": [
      {
        "id": "3697661021377407101",
        "type": "Image",
        "shortCode": "DNQuxufAih9",
        "likesCount": 1204,
        "commentsCount": 38,
        "timestamp": "2026-11-18T18:30:00Z"
      }
    ]
  }
]
`

const TEMPLATES: Readonly<Record<TemplateName, readonly [name: string, type: string, text: string]>> = {
  figures: ['figures-template.csv', 'text/csv', FIGURES],
  posts: ['posts-template.csv', 'text/csv', POSTS],
  profiles: ['data-set-template.json', 'application/json', PROFILES],
}

export function saveTemplate(format: TemplateName): void {
  const [name, type, text] = TEMPLATES[format]
  saveFile(new Blob([text], { type }), name)
}
