-- Derived columns, because an older version of the store may write and read beside a newer one.
ALTER TABLE "verifications"
  ADD COLUMN "purpose" text GENERATED ALWAYS AS (split_part(identifier, ':', 1)) STORED NOT NULL,
  ADD COLUMN "user_id" text GENERATED ALWAYS AS (split_part(identifier, ':', 2)) STORED NOT NULL,
  ADD COLUMN "address" text GENERATED ALWAYS AS (split_part(value, ' ', 1)) STORED NOT NULL,
  ADD COLUMN "tokens" text[] GENERATED ALWAYS AS ((string_to_array(value, ' '))[2:]) STORED NOT NULL;
