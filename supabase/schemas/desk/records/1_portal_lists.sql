-- Lists of the staff portal: the audit log with names, promotions with their state, how often a promotion or cancel
-- reason is used (shown before it is deleted), and the counts in the menu.

create index audit_log_newest_of_target on public.audit_log (target, at desc, id desc);
create index audit_log_newest_of_action on public.audit_log (action, at desc, id desc);
create index audit_log_newest_of_actor on public.audit_log (actor_id, at desc, id desc);

-- The database computes the state of a promotion, not the page, because the database knows the current day in the
-- operator's time zone.
create type public.listed_promo as (
  id uuid, promo_name text, promo_description text, promo_discount_type text, promo_discount_value numeric,
  max_promo_discount_value numeric, min_order numeric, promo_validity date, promo_usage_limit integer,
    user_avail integer,
  listed boolean, created_at timestamptz, version integer, state text
);
comment on type public.listed_promo is
  'A row of list_promos: a promotion with its state: running, ended (after its last day) or used_up.';
