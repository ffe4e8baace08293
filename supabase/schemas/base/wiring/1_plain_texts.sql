-- Plain texts: texts that people write and others read contain no invisible characters and no direction overrides.
-- Access: no functions to call: the triggers run for each role that writes such a text
-- Tests:  tests/db/plain_names.sql (each new text column must be listed in this file, or in that test with a reason)

do $$
declare
  v_what record;
begin
  for v_what in select * from (values
    ('bookings', '{reason,guest_name}'::text[]),
      ('booking_contacts', '{delivery_person,received_by,pick_up_instructions,delivery_instructions}'),
    ('profiles', '{suspended_reason}'), ('approvals', '{reason}'), ('chat_messages', '{message}'),
      ('rating_comments', '{comment}'), ('booking_extras', '{note,decision}'),
      ('cash_reports', '{objection,decision}'), ('refunds', '{reason}'), ('write_offs', '{reason}'),
      ('money_decisions', '{reason,reversal_reason}'), ('payment_requests', '{reason}'),
      ('fare_corrections', '{reason}'), ('payment_flags', '{reason}'), ('driver_charges', '{note}'),
      ('bank_lines', '{name,note}'), ('tax_details', '{street,postal_code,city}'),
    ('withdraw_requests', '{reason}'), ('no_show_fees', '{objection}'), ('cases', '{message,reach,answer}'),
      ('desk_messages', '{message}'), ('driver_documents', '{note,number}'), ('paper_kinds', '{name}'),
        ('bank_details', '{bank_name}'),
      ('saved_addresses', '{label,description}'),
    ('drivers', '{vehicle_make,vehicle_model,vehicle_color,vehicle_number,other_info}'),
      ('notifications', '{title,body}'),
    ('promos', '{promo_name,promo_description}'), ('cancel_reasons', '{label}'), ('car_types', '{name,extra_info}'),
      ('zones', '{name}'),
    ('tariff_windows', '{name}'), ('languages', '{lang_name}'),
      ('settings',
      '{app_name,symbol,tax_name,company_name,company_address,company_registration,company_website,company_terms,contact_email,apple_store_link,play_store_link}')) t (name, columns) loop
    execute format('create trigger %I before insert or update of %s on public.%I for each row execute function app.tg_plain_texts(%s)',
      v_what.name || '__plain_texts', (select string_agg(quote_ident(c), ', ')
        from unnest(v_what.columns) c), v_what.name,
      (select string_agg(quote_literal(c), ', ') from unnest(v_what.columns) c));
  end loop;
end $$;
