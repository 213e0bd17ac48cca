ALTER TABLE "lead_import_rows" ADD COLUMN "former_key" uuid;--> statement-breakpoint
-- Read before addresses had their present form, so their rows would not find what is known of their properties.
UPDATE "imports" SET "state" = 'interrupted', "problem" = 'The store now recognizes more ways to write an address. Check the file again.' WHERE "state" IN ('reading', 'ready') AND "kind" = 'leads';
