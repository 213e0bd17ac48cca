CREATE SEQUENCE "public"."own_list_numbers" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1;--> statement-breakpoint
CREATE TABLE "own_list_keys" (
	"list_no" integer NOT NULL,
	"key" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "own_list_keys_list_no_key_pk" PRIMARY KEY("list_no","key")
);
--> statement-breakpoint
CREATE TABLE "own_list_remains" (
	"list_no" integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_lists" (
	"list_id" text PRIMARY KEY NOT NULL,
	"list_no" integer NOT NULL,
	"buyer_key" text NOT NULL,
	"name" text NOT NULL,
	"attempt_id" text NOT NULL,
	"addresses" integer NOT NULL,
	"phones" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "own_lists_number" UNIQUE("list_no"),
	CONSTRAINT "own_lists_once" UNIQUE("buyer_key","attempt_id"),
	CONSTRAINT "own_lists_counts" CHECK ("own_lists"."addresses" >= 0 and "own_lists"."phones" >= 0)
);
--> statement-breakpoint
CREATE INDEX "own_lists_by_change" ON "own_lists" USING btree ("changed_at");