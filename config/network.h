/*
 * network.h - the keys that networks of all types have. Only for config/ and the settings of each
 * type of network.
 */
#ifndef CONFIG_NETWORK_H
#define CONFIG_NETWORK_H

#include "config/secret.h"
#include "config/settings.h"

/*
 * The keys of a network of any type, for the table of its type, whose struct begins with struct
 * config_network. check_channel: the check of a channel's name.
 */
#define NETWORK_KEYS(check_channel) \
	KEY_NAMED("type", config_network, type, .kind = &network_key_type), \
		KEY(config_network, name, .kind = &key_text, .check = check_name), \
		KEY(config_network, channels, .kind = &settings_channels, \
			.check = (check_channel)), \
		SETTINGS_KEYS(config_network), \
		KEY(config_network, pace, .kind = &network_key_pace), \
		KEY(config_network, limits, .kind = &network_key_limits), \
		KEY(config_network, same_host, .kind = &key_text, .choices = "casual rated"), \
		KEY(config_network, ignore, .kind = &key_list, .check = check_mask), \
		KEY(config_network, allow, .kind = &key_list, .check = check_mask), \
		KEY(config_network, admins, .kind = &key_list, .check = check_admin)

/* The keys of a network's connections: members of the struct conn_settings that is `field`. */
#define CONN_KEYS(type, field, takes_effect) \
	KEY_NAMED("ca_file", type, field.ca_file, .when = (takes_effect), .kind = &key_readable, \
		.check = check_path), \
		KEY_NAMED("proxy", type, field.proxy, .when = (takes_effect), \
			.kind = &secret_address, .check = check_proxy), \
		KEY_NAMED("source_address", type, field.source, .when = (takes_effect), \
			.kind = &key_text, .check = check_address)

extern const struct key_kind network_key_type, network_key_pace, network_key_limits;

/* Adds a network with the defaults of its type; config->networks has room for it. */
struct config_network *network_add(struct config *config, const struct config_type *type);
/* Reads the group of a network and adds the network, or errors. */
void network_read(
	const struct reader *reader, const config_setting_t *setting, struct config *config);

#endif
