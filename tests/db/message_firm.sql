-- Tests supabase/schemas/messages/rules/3_firm.sql: what messages say about the firm.
select no_plan();

update public.languages l set key_value_pairs = '{"notices.driver_arrived.title": "Mon taxi", "notices.trip_started.title": " ", "sent_messages.parcel": "Le code : {{code}}", "receipt.paper.drop": "Arrivée", "receipt.back": "x", "common.save": "x"}'
where l.lang_locale = 'de';
update public.languages l set is_default = true where l.lang_locale = 'de';
update public.settings set app_name = 'Rigi Taxi', brand_color = '#0a7d5a', company_phone = '+41415550100' where id = 1;

set local role service_role;
select is(public.message_firm() ->> 'name', 'Rigi Taxi', 'the firm has the name of the settings');
select is(public.message_firm() -> 'languages' -> 0 ->> 'locale', 'de', 'the default language comes first');
select is((public.message_firm() -> 'languages' -> 0 -> 'texts')::jsonb, '{"notices.driver_arrived.title": "Mon taxi", "receipt.paper.drop": "Arrivée", "sent_messages.parcel": "Le code : {{code}}"}'::jsonb,
  'of the firm''s own texts only those of messages and receipts come, without empty ones');
reset role;

set local role authenticated;
select throws_ok('select public.message_firm()', '42501', null, 'people cannot call the function');
