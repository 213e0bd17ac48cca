ALTER TABLE "sessions" ADD COLUMN "proven_until" timestamp with time zone;--> statement-breakpoint
-- Sessions that began before: 30 days from their log-in, and half a day for administrators.
UPDATE "sessions" s SET "expires_at" = least(s."expires_at", s."created_at" + interval '30 days',
  CASE WHEN u."role" = 'admin' THEN now() + interval '12 hours' ELSE s."expires_at" END)
FROM "users" u WHERE u."user_id" = s."user_id";
