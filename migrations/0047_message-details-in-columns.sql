-- Derived columns, because an older version of the store may write beside a newer one and fills only the ids. Message ids stay as
-- they are: they are in the Message-ID of mails that are out. Each table is rewritten once, and writers wait for that.
ALTER TABLE "messages"
  ADD COLUMN "detail_id" text GENERATED ALWAYS AS (case when kind in ('leads_delivered', 'opt_out_notice', 'order_refunded') then split_part(message_id, '.', 2)
        when kind in ('delivery_warning', 'low_stock') then split_part(subject_id, ' ', 1) end) STORED,
  ADD COLUMN "member_id" text GENERATED ALWAYS AS (case when kind in ('delivery_warning', 'low_stock') then split_part(subject_id, ' ', 2)
        when kind = 'pay_report' then split_part(subject_id, ' ', 1) end) STORED,
  ADD COLUMN "start_day" text GENERATED ALWAYS AS (case when kind = 'pay_report' then split_part(subject_id, ' ', 2) end) STORED,
  ADD COLUMN "end_day" text GENERATED ALWAYS AS (case when kind = 'pay_report' then split_part(subject_id, ' ', 3) end) STORED;--> statement-breakpoint
ALTER TABLE "sale_entries" ADD COLUMN "base_refund_id" text GENERATED ALWAYS AS (split_part(refund_id, '.', 1)) STORED NOT NULL;
