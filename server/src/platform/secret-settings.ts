/** Settings that hold a secret, or may by mistake: what was given is not repeated when it is refused. */
export const SECRET = new Set([
  'ADMIN_PASSWORD',
  'DATABASE_URL',
  'ENCRYPTION_KEY',
  'GRAPH_ACCESS_TOKEN',
  'INSTAGRAM_APP_SECRET',
  'FACEBOOK_APP_SECRET',
  'APIFY_TOKEN',
  'AIRTABLE_TOKEN',
  // Easily put in each other's place.
  'GOOGLE_CLIENT_ID',
  'GOOGLE_CLIENT_SECRET',
  // The two keys of S3 are easily put in each other's place; an address may hold a password.
  'S3_ENDPOINT',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'OPENAI_API_KEY',
  // Easily put in each other's place.
  'STRIPE_SECRET_KEY',
  'STRIPE_PUBLISHABLE_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
  // Not ours, but they hold keys of a collector.
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
])

/** Of these, those that every browser gets once they are right. */
export const PUBLIC = new Set(['STRIPE_PUBLISHABLE_KEY'])
